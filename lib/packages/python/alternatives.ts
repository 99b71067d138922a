/** Python packages that do the same without native code, for the error about one that has it. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  lxml: 'beautifulsoup4 with “html.parser”, or xml.etree of the standard library',
}

export function nativeSentence(name: string): string {
  const alternative = ALTERNATIVES[name]
  return `${name} needs native code, which the sandbox cannot load.${alternative ? ` Try ${alternative}.` : ''}`
}
