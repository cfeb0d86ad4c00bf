// Preloaded by `--require` into one process of a cluster: its followers get events out of order, and one in five once more. The
// product knows nothing of it.
const { join } = require('node:path');
const { OrderedIntake } = require(join(__dirname, '../../../dist/libs/service/src/following/ordered-intake.js'));

/** How many places a message may be away from its own. */
const WINDOW = 8;
const REPEATED = 0.2;

/** From 0 to 1, the same in every run (Park and Miller's minimal standard generator). */
let state = 1;
const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

/** What came last of each topic and shard, which may come again. */
const recent = new Map();

const { take } = OrderedIntake.prototype;
OrderedIntake.prototype.take = function (topic, messages) {
  const name = `${this.parts.consumer} ${topic} ${messages[0]?.shard}`;
  const known = [...(recent.get(name) ?? []), ...messages];
  recent.set(name, known.slice(-WINDOW));
  const placed = [...messages, ...known.filter(() => draw() < REPEATED)].map((message, index) => [index + draw() * WINDOW, message]);
  return take.call(
    this,
    topic,
    placed.toSorted(([a], [b]) => a - b).map(([, message]) => message),
  );
};
