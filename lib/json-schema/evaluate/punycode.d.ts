/** The package has no types of its own. */
declare module 'punycode.js' {
  const punycode: {
    /** Throws a RangeError for text that is no Punycode. */
    decode: (text: string) => string
    encode: (text: string) => string
    toASCII: (name: string) => string
  }
  export default punycode
}
