# What the stories of this folder share; each reads it with `. "$(dirname "$0")/steps.sh"`. Needs a shell and curl.

BASE_URL=${BASE_URL:-http://localhost:4000}
story=$(basename "$0")
: "${API_KEY:?set API_KEY to a test key; a running Hundi prints one at its start}"
case $API_KEY in sk_test_*) ;; *) echo "$story wants a test key (sk_test_…)" >&2; exit 1 ;; esac

run=$(date +%s)-$$
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '\n%s\n' "$1"; }
fail() { printf 'SURPRISE: %s\n%s\n' "$1" "$(cat "$work/body" "$work/log" 2>/dev/null)" >&2; exit 1; }

# call METHOD PATH STATUS [BODY] [HEADER]: sends a request and checks the status. The answer is in $work/body and $work/head.
call() {
  set -- "$1" "$2" "$3" "${4:-}" "${5:-X-Request-Id: ${story%.sh}-$run}"
  if [ -n "$4" ]; then set -- "$1" "$2" "$3" "$4" "$5" -d "$4" -H 'Content-Type: application/json'; fi
  method=$1 path=$2 wanted=$3 header=$5
  shift 5
  got=$(curl -sS -g -o "$work/body" -D "$work/head" -w '%{http_code}' -X "$method" \
    -H "Authorization: Bearer $API_KEY" -H "$header" "$@" "$BASE_URL$path")
  printf '  %s %s -> %s\n' "$method" "$path" "$got"
  [ "$got" = "$wanted" ] || fail "$method $path answered $got instead of $wanted"
}

# field NAME: the first value of a field in the answer, without its quotes.
field() {
  tr -d '\n' < "$work/body" | grep -oE "\"$1\":(\"[^\"]*\"|[^],}]*)" | head -n 1 | sed 's/^"[^"]*"://; s/^"//; s/"$//'
}

# header NAME: a header of the answer.
header() { tr -d '\r' < "$work/head" | awk -F ': ' -v name="$1" 'tolower($1) == name { print $2; exit }'; }

# expect WHAT GOT WANTED
expect() {
  [ "$2" = "$3" ] || fail "$1 is '$2' instead of '$3'"
  printf '    %s: %s\n' "$1" "$3"
}

# until_field PATH NAME WANTED: reads again until the field has the value, ten seconds at most.
until_field() {
  tries=0
  while call GET "$1" 200 > /dev/null && [ "$(field "$2")" != "$3" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || fail "$2 of $1 is not $3"
    sleep 0.2
  done
  printf '    %s: %s\n' "$2" "$3"
}
