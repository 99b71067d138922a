/** Has no dependencies, for Node ≥ 20.19 and browsers, whose policies forbid Ajv's generated code. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { PROJECT_ROOT } from './runtime/project-root.ts'

const OUT = path.join(PROJECT_ROOT, 'dist/sdk')
const SCHEMA = path.join(PROJECT_ROOT, 'lib/json-schema/evaluate')

async function buildModule(): Promise<void> {
  const bundle = await rolldown({
    input: path.join(PROJECT_ROOT, 'lib/sdk/sdk.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withoutEval()],
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await bundle.write({ file: path.join(OUT, 'sdk.js'), format: 'esm', minify: false })
  await bundle.close()
  const ajvModules = output[0].moduleIds.filter((id) => /node_modules\/ajv\//.test(id))
  if (ajvModules.length > 0) throw new Error(`The SDK would include Ajv: ${ajvModules[0]}`)
}

const REPLACED_MODULES: Record<string, string> = {
  'ajv-engine.ts': "export { newEngine as newAjvEngine } from './interpreter.ts'",
  'fast-check.ts': 'export const newFastCheck = () => null',
}

function withoutEval() {
  return {
    name: 'without-eval',
    load(id: string) {
      return (path.dirname(id) === SCHEMA && REPLACED_MODULES[path.basename(id)]) || null
    },
  }
}

function buildTypes(): void {
  const tsc = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, '-p', 'lib/sdk/tsconfig.json'], {
    cwd: PROJECT_ROOT,
  })
  if (status !== 0) throw new Error(`Cannot generate the SDK's types.\n${error ?? stdout}`)
}

function writeManifest(): void {
  const { name, version, description, license, type, engines } = readJson('package.json')
  const entry = { types: './types/lib/sdk/sdk.d.ts', default: './sdk.js' }
  const manifest = { name, version, description, license, type, engines, exports: { './sdk': entry } }
  fs.writeFileSync(path.join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  fs.copyFileSync(path.join(PROJECT_ROOT, 'LICENSE'), path.join(OUT, 'LICENSE'))
}

function readJson(file: string) {
  return JSON.parse(fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8'))
}

if (process.argv[1] === import.meta.filename) {
  try {
    await buildModule()
    fs.rmSync(path.join(OUT, 'types'), { recursive: true, force: true })
    buildTypes()
    writeManifest()
  } catch (error) {
    console.error((error as Error).message)
    // Guildhall does not need the SDK.
    process.exitCode = process.argv.includes('--if-possible') ? 0 : 1
  }
}
