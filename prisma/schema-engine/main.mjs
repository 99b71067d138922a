#!/usr/bin/env node
/**
 * Stands in for Prisma's native schema engine, which the CLI would download from a host of its own.
 *
 * Speaks the same line-delimited JSON-RPC on standard input and output, and does the work in the WebAssembly build
 * of the same engine, a normal npm package, over the `pg` driver: installing and migrating need nothing but the
 * registry. One limit: `migrate dev` cannot begin while a migration waits to be applied, so `npm run db:migrate`
 * applies those first. JavaScript, not TypeScript: the CLI may be started by a Node that cannot read types.
 */
import fs from 'node:fs'
import path from 'node:path'
import { runCommand } from './commands.mjs'

const argv = process.argv.slice(2)
const valuesOf = (name) => argv.flatMap((word, index) => (word === name ? [argv[index + 1]] : []))

const [datasource] = valuesOf('--datasource')
const url = (datasource && JSON.parse(datasource).url) ?? process.env.DATABASE_URL
const command = argv.includes('cli') ? argv[argv.indexOf('cli') + 1] : undefined

if (argv.includes('--version')) {
  console.log('schema-engine-cli wasm')
} else if (command) {
  await runCommand(command, url)
} else {
  const datamodels = valuesOf('--datamodels').map((file) => [
    path.resolve(file),
    fs.readFileSync(file, 'utf8'),
  ])
  // Loaded only here: the engine is 3 MB of WebAssembly.
  const { serve } = await import('./serve.mjs')
  serve({ url, datamodels })
}
