/**
 * Bundles the web server and the worker, which load faster than their 1,800 modules. What Next's bundle leaves to
 * Node (`native-modules.ts`) is an entry of its own that shares its chunks with them, so each module exists once.
 */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { bundledEntry, PAGES_REACT } from '../runtime/native-modules.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

const PROGRAMS = { 'web-server': 'bin/web-server.ts', worker: 'bin/worker.ts' }
const SITE = 'bin/server/web-server/serve-site.ts'
/** These find files beside their own, or must be Next's copy. */
const EXTERNAL = /^(next|react|react-dom|pino|piscina|rolldown|amaro|@prisma\/client)(\/|$)/
/** The ES modules of `native-modules.ts`; others differ when a bundle requires them. */
const SHARED_PACKAGES = /^(#re2|zod|unified|remark-[a-z]+|rehype-sanitize|hast-util-to-jsx-runtime)$/

type Folders = { folder: string; to: string }

/** Writes them `to` a new folder, which the caller moves to `folder`. */
export async function bundlePrograms({ folder, to }: Folders): Promise<void> {
  const programs = Object.entries(PROGRAMS).map(([name, file]) => [name, path.join(PROJECT_ROOT, file)])
  const bundle = await rolldown({
    input: Object.fromEntries([...programs, ...nativeEntries()]),
    cwd: PROJECT_ROOT,
    platform: 'node',
    tsconfig: false,
    // It removes unused calls in `try`, such as those that test whether a text can be decoded.
    treeshake: false,
    plugins: [forNode(folder)],
    onLog: () => {},
  })
  await bundle.write({
    dir: to,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    minify: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: [{ name: groupOf() }] },
  })
  await bundle.close()
}

/** Returns what pages import. */
function nativeEntries(): [string, string][] {
  const files = fs.globSync('{proxy.ts,{app,components}/**/*.{ts,tsx}}', {
    cwd: PROJECT_ROOT,
    withFileTypes: true,
  })
  const texts = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'utf8'))
  const imported = texts.flatMap((text) => [...text.matchAll(/['"](#lib\/[^'"]+|[#\w-]+)['"]/g)])
  const wanted = new Set(imported.map(([, specifier = '']) => specifier).filter(isShared))
  return [...wanted].map((specifier) => [
    bundledEntry(specifier),
    specifier.startsWith('#lib/') ? path.join(PROJECT_ROOT, specifier.slice(1)) : specifier,
  ])
}

function isShared(specifier: string): boolean {
  return specifier.startsWith('#lib/') || SHARED_PACKAGES.test(specifier)
}

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: string[]; isEntry: boolean } | null }

/** Returns one chunk for what both programs load, and one for the rest of each. */
function groupOf(): (id: string, graph: ModuleGraph) => string | null {
  const reached = new Map<string, Set<string>>()
  const reachedFrom = (file: string, graph: ModuleGraph) => {
    const known = reached.get(file)
    if (known) return known
    const ids = new Set([path.join(PROJECT_ROOT, file)])
    for (const id of ids) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(next)
    reached.set(file, ids)
    return ids
  }
  // A page that is loaded by `require` cannot share a chunk with a top-level `await`.
  const waiting = [...Object.values(PROGRAMS), SITE].map((file) => path.join(PROJECT_ROOT, file))
  return (id, graph) => {
    if (waiting.includes(id)) return null
    // Loaded before Next, which loads before the others.
    if (reachedFrom(PROGRAMS['web-server'], graph).has(id)) return 'first'
    const isOfSite = reachedFrom(SITE, graph).has(id)
    const isOfWorker = reachedFrom(PROGRAMS.worker, graph).has(id)
    if (isOfSite && isOfWorker) return 'both'
    return isOfSite ? 'site' : isOfWorker ? 'worker' : null
  }
}

function forNode(folder: string): Plugin {
  return {
    name: 'for-node',
    resolveId(source, importer) {
      const isPagesReact = source === 'react' && importer?.startsWith(`${PROJECT_ROOT}/lib/`)
      if (isPagesReact) return { id: PAGES_REACT, external: true }
      return EXTERNAL.test(source) ? { id: source, external: true } : null
    },
    load(id) {
      if (id !== path.join(PROJECT_ROOT, 'bin/server/runtime/bundle-folder.ts')) return null
      return `export const BUNDLE_FOLDER = ${JSON.stringify(folder)}`
    },
    // Modules find files relative to their sources.
    transform(code, id) {
      if (!id.startsWith(PROJECT_ROOT) || id.includes('/node_modules/') || !code.includes('import.meta.'))
        return null
      const moved = code
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      // Lines do not change.
      return { code: moved, map: null }
    },
  }
}
