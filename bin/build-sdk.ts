/**
 * `npm run build:sdk`, and part of `npm install` here and of `npm pack`: makes `dist/sdk`, the package's `./sdk` entry.
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

export async function buildSdk(out = OUT): Promise<void> {
  const bundle = await rolldown({
    input: path.join(ROOT, 'lib/sdk/sdk.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withoutEval()],
    treeshake: { moduleSideEffects: false },
  })
  await bundle.write({ file: path.join(out, 'sdk.js'), format: 'esm', minify: false })
  await bundle.close()
}

/** The engine of servers, replaced by the one that needs no eval. */
function withoutEval() {
  return {
    name: 'without-eval',
    resolveId(source: string, importer: string | undefined) {
      const isEngine = source.endsWith('/ajv-engine.ts') && importer?.startsWith(SCHEMA)
      return isEngine ? path.join(SCHEMA, 'interpreter.ts') : null
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

if (process.argv[1] === import.meta.filename) {
  try {
    fs.rmSync(OUT, { recursive: true, force: true })
    await buildSdk()
    buildTypes()
  } catch (error) {
    console.error((error as Error).message)
    // The house itself does not need it, so an installation goes on.
    process.exitCode = process.argv.includes('--if-possible') ? 0 : 1
  }
}
