import path from 'node:path'
import { build } from 'vite'
import { BUNDLE_ALIASES } from '#lib/contracts/forms/rjsf/bundle-aliases.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

type Bundle = { script: string; style: string }

const bundles = new Map<boolean, Promise<Bundle>>()

/**
 * Bundles the test page as one script and one style sheet, with React's production build or, with `isTalkative`,
 * its development build, which reports more but takes twice as long. Bundles once per process.
 */
export function bundleBench(isTalkative: boolean): Promise<Bundle> {
  const bundle = bundles.get(isTalkative) ?? makeBundle(isTalkative)
  bundles.set(isTalkative, bundle)
  return bundle
}

async function makeBundle(isTalkative: boolean): Promise<Bundle> {
  const mode = isTalkative ? 'development' : 'production'
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode,
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    // Uses the aliases of the site's own bundle.
    resolve: {
      alias: Object.entries(BUNDLE_ALIASES).map(([find, file]) => ({
        find,
        replacement: path.join(ROOT, file),
      })),
    },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'bench.tsx'),
        output: { codeSplitting: false },
      },
    },
  })
  const [bundle] = [built].flat()
  const output = bundle && 'output' in bundle ? bundle.output : []
  const chunk = output.find((file) => file.type === 'chunk')
  const script = chunk?.type === 'chunk' ? chunk.code : ''
  const sheet = output.find(({ fileName }) => fileName.endsWith('.css'))
  // Font rules are removed, because the page serves no fonts.
  const style = sheet?.type === 'asset' ? String(sheet.source).replaceAll(/@font-face\s*\{[^}]*\}/g, '') : ''
  return { script, style }
}
