/** 45 KiB of react-jsonschema-form that no form uses. */
const FOLDER = './components/schema-form/library'

export const BUNDLE_ALIASES = {
  // Ours replace them.
  '../getDefaultRegistry.js': `${FOLDER}/default-registry.ts`,
  // Ours show text.
  'markdown-to-jsx/react': `${FOLDER}/plain-markdown.ts`,
  // Forms have no references.
  'fast-uri': `${FOLDER}/uri-resolver.ts`,
} as const
