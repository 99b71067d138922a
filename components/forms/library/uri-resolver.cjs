/**
 * Resolves URIs with the browser's own URL parser. CommonJS, because Ajv adds a property to what it requires, which the namespace
 * of an ES module refuses.
 */
const resolver = {
  resolve: (base, reference) => (URL.canParse(reference, base) ? new URL(reference, base).href : reference),
  equal: (a, b) => a === b,
}

module.exports = resolver
module.exports.default = resolver
