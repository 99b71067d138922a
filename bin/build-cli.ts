/**
 * Builds the command line that the site serves at /cli.tgz: a package without dependencies, for Node ≥ 20.19. Writes the
 * folder dist/cli and its archive.
 */
import fs from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { CLI_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { buildPackage, runBuild } from './server/build/build-package.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const CLIENT = path.join(PROJECT_ROOT, 'bin/client')

function buildCli(): Promise<void> {
  return buildPackage({
    folder: 'dist/cli',
    archive: CLI_ARCHIVE,
    manifest: {
      name: 'guildhall-cli',
      description: 'Write, test and publish skills from your own machine.',
      bin: { guildhall: 'start.cjs' },
    },
    build: async (folder) => {
      await buildModule(folder)
      await buildTypesStripper(path.join(folder, 'amaro'))
      for (const name of ['start.cjs', 'README.md'])
        fs.copyFileSync(path.join(CLIENT, name), path.join(folder, name))
    },
  })
}

async function buildModule(folder: string): Promise<void> {
  await bundleFile(path.join(CLIENT, 'main.ts'), path.join(folder, 'cli.js'), 'esm')
}

/**
 * Bundles the package that strips the types of TypeScript, in a file of its own: strip-types.ts starts it in a thread. Node
 * itself strips types only from version 22.13 on, and without the places of syntax errors.
 */
async function buildTypesStripper(folder: string): Promise<void> {
  const main = createRequire(import.meta.url).resolve('amaro')
  await bundleFile(main, path.join(folder, 'amaro.cjs'), 'cjs')
  // Those of the package, and of the compiler in it.
  fs.copyFileSync(path.join(path.dirname(main), '../LICENSE.md'), path.join(folder, 'LICENSE.md'))
  fs.copyFileSync(path.join(path.dirname(main), 'LICENSE'), path.join(folder, 'LICENSE-swc'))
}

async function bundleFile(input: string, file: string, format: 'esm' | 'cjs'): Promise<void> {
  const treeshake = { moduleSideEffects: format === 'cjs' }
  const bundle = await rolldown({ input, platform: 'node', treeshake })
  const { output } = await bundle.write({ file, format, minify: true })
  await bundle.close()
  const outside = output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))
  const packages = outside.filter((name) => !isBuiltin(name))
  if (packages.length > 0) throw new Error(`The command line would need ${packages.join(', ')}.`)
}

if (process.argv[1] === import.meta.filename) await runBuild(buildCli)
