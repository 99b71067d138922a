/** Parts of react-jsonschema-form that bundles for the browser replace: 45 KiB that no form of this site uses. */
const FOLDER = './components/schema-form/library'

export const BUNDLE_ALIASES = {
  // The library's own fields, widgets and templates, which ours replace.
  '../getDefaultRegistry.js': `${FOLDER}/default-registry.ts`,
  // A Markdown parser for descriptions, which ours show as text.
  'markdown-to-jsx/react': `${FOLDER}/plain-markdown.ts`,
  // For schemas with identifiers. Forms get schemas without references.
  'fast-uri': `${FOLDER}/uri-resolver.ts`,
} as const
