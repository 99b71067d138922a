/**
 * Builds the command line that the site serves at /cli.tgz: a package without dependencies, for Node ≥ 20.19. Writes the
 * folder dist/cli and its archive.
 */
import fs from 'node:fs'
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
      for (const name of ['start.cjs', 'README.md'])
        fs.copyFileSync(path.join(CLIENT, name), path.join(folder, name))
    },
  })
}

async function buildModule(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: path.join(CLIENT, 'main.ts'),
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await bundle.write({ file: path.join(folder, 'cli.js'), format: 'esm', minify: true })
  await bundle.close()
  const outside = output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))
  const packages = outside.filter((name) => !name.startsWith('node:'))
  if (packages.length > 0) throw new Error(`The command line would need ${packages.join(', ')}.`)
}

if (process.argv[1] === import.meta.filename) await runBuild(buildCli)
