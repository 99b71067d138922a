/** Replacements for 45 KiB of react-jsonschema-form that no form uses. */
const FOLDER = './components/forms/library'

export const BUNDLE_ALIASES = {
  // `theme.ts` replaces the defaults.
  '../getDefaultRegistry.js': `${FOLDER}/default-registry.ts`,
  // Shows Markdown as text.
  'markdown-to-jsx/react': `${FOLDER}/plain-markdown.ts`,
  // Forms have no references.
  'fast-uri': `${FOLDER}/uri-resolver.ts`,
} as const
