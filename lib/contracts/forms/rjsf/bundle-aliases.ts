/** Modules that replace 45 KiB of react-jsonschema-form and its dependencies that no form here uses. */
const FOLDER = './components/forms/library'

export const BUNDLE_ALIASES = {
  // The default fields and widgets, which `theme.ts` replaces.
  '../getDefaultRegistry.js': `${FOLDER}/default-registry.ts`,
  // Markdown in descriptions, which is shown as text.
  'markdown-to-jsx/react': `${FOLDER}/plain-markdown.ts`,
  // Resolves references, which our schemas no longer have when a form draws them.
  'fast-uri': `${FOLDER}/uri-resolver.cjs`,
} as const
