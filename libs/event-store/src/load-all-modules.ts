/** What the compiler lets a module of Hundi do (tools/compile.cjs). */
interface LoadedModule extends NodeJS.Module {
  loadImports?: () => void;
}

/**
 * Loads every module that a loaded one takes something from, and so on: otherwise each is loaded at its first use. A store does so before
 * it opens sessions that Postgres ends when they are silent, since loading stops everything else in the process.
 */
export function loadAllModules(): void {
  const known = new Set<LoadedModule>();
  for (let found = loadedBeside(known); found.length > 0; found = loadedBeside(known)) {
    for (const module of found) {
      known.add(module);
      module.loadImports?.();
    }
  }
}

function loadedBeside(known: ReadonlySet<LoadedModule>): LoadedModule[] {
  return Object.values(require.cache).filter((module) => module !== undefined && !known.has(module)) as LoadedModule[];
}
