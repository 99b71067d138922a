/**
 * The server's bundle leaves these to Node: a shorter build, and one copy of each in the server, which the routes that
 * skip Next have loaded already. None may import React components. Browsers get bundled ones.
 */
const SCHEME = 'native:'

/** Pages import these, besides `lib`. */
// biome-ignore format: a group a line
const PACKAGES = [
  'zod', 'yaml', 'next-auth', '@modelcontextprotocol/sdk/*', '@simplewebauthn/server',
  '#re2', 'unified', 'remark-parse', 'remark-gfm', 'remark-rehype', 'rehype-sanitize', 'hast-util-to-jsx-runtime',
]

/** For Turbopack, which knows no condition for the server. */
export const NATIVE_ALIASES: Record<string, { browser: string; default: string }> = Object.fromEntries([
  ['#lib/*', { browser: './lib/*', default: `${SCHEME}lib/*` }],
  ...PACKAGES.map((name) => [name, { browser: name, default: `${SCHEME}${name}` }]),
])

/** The React of lib is the one that renders pages: its `cache` lasts for a request. */
export const PAGES_REACT = 'next/dist/server/route-modules/app-page/vendored/rsc/react.js'

/** Returns the project path or package that it means; null for other specifiers. */
export function readNativeSpecifier(specifier: string): string | null {
  if (!specifier.startsWith(SCHEME)) return null
  const name = specifier.slice(SCHEME.length)
  return name.startsWith('lib/') ? `#${name}` : name
}

/** Returns its path among the bundled programs, without an extension. */
export function bundledEntry(specifier: string): string {
  return `native/${specifier.replace(/^#|\.[jt]s$/g, '')}`
}
