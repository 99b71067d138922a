/**
 * Returns the default export of a CommonJS module, of which Node's `import` gives all exports and a bundler's only
 * that.
 */
export function defaultExport<T>(module: T & { default?: T }): T {
  return module.default ?? module
}
