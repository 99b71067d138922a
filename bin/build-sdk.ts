/**
 * Builds the SDK: a package without dependencies, for Node ≥ 20.19 and for browsers, whose policies forbid Ajv's
 * generated code. Writes the folder dist/sdk and its archive, which the site serves at /sdk.tgz.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { SDK_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { buildPackage, readProjectManifest, runBuild } from './server/build/build-package.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const SCHEMA = path.join(PROJECT_ROOT, 'lib/json-schema/evaluate')

async function buildSdk(): Promise<void> {
  const { name, description } = readProjectManifest()
  const entry = { types: './types/lib/protocols/sdk/sdk.d.ts', default: './sdk.js' }
  await buildPackage({
    folder: 'dist/sdk',
    archive: SDK_ARCHIVE,
    manifest: { name, description, exports: { './sdk': entry } },
    build: async (folder) => {
      await buildModule(folder)
      buildTypes(folder)
    },
  })
}

async function buildModule(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: path.join(PROJECT_ROOT, 'lib/protocols/sdk/sdk.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withoutEval()],
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await bundle.write({ file: path.join(folder, 'sdk.js'), format: 'esm', minify: false })
  await bundle.close()
  const ajvModules = output[0].moduleIds.filter((id) => /node_modules\/ajv\//.test(id))
  if (ajvModules.length > 0) throw new Error(`The SDK would include Ajv: ${ajvModules[0]}`)
}

const REPLACED_MODULES: Record<string, string> = {
  'ajv-engine.ts': "export { newInterpreter as newAjvEngine } from './interpreter.ts'",
}

function withoutEval() {
  return {
    name: 'without-eval',
    load(id: string) {
      return (path.dirname(id) === SCHEMA && REPLACED_MODULES[path.basename(id)]) || null
    },
  }
}

function buildTypes(folder: string): void {
  const tsc = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['-p', 'lib/protocols/sdk/tsconfig.json', '--outDir', path.join(folder, 'types')]
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, ...options], { cwd: PROJECT_ROOT })
  if (status !== 0) throw new Error(`Cannot generate the SDK's types.\n${error ?? stdout}`)
}

if (process.argv[1] === import.meta.filename) await runBuild(buildSdk)
