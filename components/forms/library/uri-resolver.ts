/** Resolves URIs with the browser's own URL parser. */
export default {
  resolve: (base: string, reference: string) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
  equal: (a: string, b: string) => a === b,
}
