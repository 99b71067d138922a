/** Stands for `fast-uri` in bundles for the browser, which has a resolver of its own. */
export default {
  resolve: (base: string, reference: string) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
  equal: (a: string, b: string) => a === b,
}
