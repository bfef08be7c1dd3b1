import module from 'node:module';

// Node looks up the nearest package.json anew for every file that it loads, and parses it each time. That of
// drizzle-orm is 180 KB long, for two hundred files. What is said here spares half of the work of a start,
// and changes nothing of what is found.
const inDrizzle = '/node_modules/drizzle-orm/';
/** What a name that is no path leads to; it is the same for all files of the project. */
const known = new Map();

module.registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (specifier.startsWith('.')) {
      const isModule = specifier.endsWith('.js') && parent.endsWith('.js') && parent.includes(inDrizzle);
      return isModule
        ? { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
        : next(specifier, context);
    }
    if (!parent.endsWith('.ts') || parent.includes('/node_modules/')) return next(specifier, context);
    const key = `${context.conditions?.join()} ${specifier}`;
    if (!known.has(key)) known.set(key, { ...next(specifier, context), shortCircuit: true });
    return known.get(key);
  },
});
