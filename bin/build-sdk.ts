/**
 * `npm run build:sdk`, and part of `npm install` here and of `npm pack`: makes `dist/sdk`, the package's `./sdk` entry.
 * It is a package by itself too, which `npm run pack:sdk` packs: whoever wants the SDK does not install a market.
 *
 * One module that needs no other, for Node ≥ 20.19 and browsers, and its types. In it the interpreter takes the place of
 * Ajv, which writes functions: a browser's content security policy forbids that.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './root.ts'

const OUT = path.join(ROOT, 'dist/sdk')
const SCHEMA = path.join(ROOT, 'lib/contract/schema')

async function buildModule(): Promise<void> {
  const bundle = await rolldown({
    input: path.join(ROOT, 'lib/sdk/sdk.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withoutEval()],
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await bundle.write({ file: path.join(OUT, 'sdk.js'), format: 'esm', minify: false })
  await bundle.close()
  const left = output[0].moduleIds.filter((id) => /node_modules\/ajv\//.test(id))
  if (left.length > 0) throw new Error(`The SDK would bring Ajv along: ${left[0]}`)
}

/** What servers write functions for, in the words of the other way. */
const SPELLED_OUT: Record<string, string> = {
  'ajv-engine.ts': "export { newEngine } from './interpreter.ts'",
  // The long way, which has the last word, is the only one here.
  'fast-check.ts': 'export const newFastCheck = () => null',
}

function withoutEval() {
  return {
    name: 'without-eval',
    load(id: string) {
      return (path.dirname(id) === SCHEMA && SPELLED_OUT[path.basename(id)]) || null
    },
  }
}

function buildTypes(): void {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, '-p', 'lib/sdk/tsconfig.json'], {
    cwd: ROOT,
  })
  if (status !== 0) throw new Error(`The SDK's types cannot be made.\n${error ?? stdout}`)
}

/** The same name, version and entry as Guildhall's own package, and nothing to install beside it. */
function writeManifest(): void {
  const { name, version, description, license, type, engines } = readJson('package.json')
  const entry = { types: './types/lib/sdk/sdk.d.ts', default: './sdk.js' }
  const manifest = { name, version, description, license, type, engines, exports: { './sdk': entry } }
  fs.writeFileSync(path.join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(OUT, 'LICENSE'))
}

function readJson(file: string) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'))
}

if (process.argv[1] === import.meta.filename) {
  try {
    await buildModule()
    // Types of files that are gone.
    fs.rmSync(path.join(OUT, 'types'), { recursive: true, force: true })
    buildTypes()
    writeManifest()
  } catch (error) {
    console.error((error as Error).message)
    // Guildhall itself does not need it, so an installation goes on.
    process.exitCode = process.argv.includes('--if-possible') ? 0 : 1
  }
}
