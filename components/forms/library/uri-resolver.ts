/** Uses the browser's resolver. */
export default {
  resolve: (base: string, reference: string) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
  equal: (a: string, b: string) => a === b,
}
