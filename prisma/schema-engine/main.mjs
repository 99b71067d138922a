#!/usr/bin/env node
/**
 * Replaces Prisma's native schema engine, which the CLI would download, by the WebAssembly build of the same
 * engine. Limitation: `migrate dev` cannot start with pending migrations, so `npm run db:migrate` applies
 * them first. JavaScript, because the CLI may run under a Node version without type stripping.
 */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const argv = process.argv.slice(2)
const valuesOf = (name) => argv.flatMap((word, index) => (word === name ? [argv[index + 1]] : []))

const [datasource] = valuesOf('--datasource')
const url = (datasource && JSON.parse(datasource).url) ?? process.env.DATABASE_URL
const command = argv.includes('cli') ? argv[argv.indexOf('cli') + 1] : undefined

const CODES = { '3D000': 'P1003', '28P01': 'P1000' }

const UNREACHABLE = 'P1001'

if (argv.includes('--version')) {
  console.log('schema-engine-cli wasm')
} else if (command) {
  await runEngineCommand(command, url)
} else {
  const datamodels = valuesOf('--datamodels').map((file) => [
    path.resolve(file),
    fs.readFileSync(file, 'utf8'),
  ])
  // Imported only here, because the engine is 3 MB of WebAssembly.
  const { serve } = await import('./serve.mjs')
  serve({ url, datamodels })
}

/** Exits with 0, or with 1 after printing the error in the CLI's format. */
async function runEngineCommand(command, url) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const admin = new URL(url)
  admin.pathname = '/postgres'
  admin.search = ''
  const client = new pg.Client(command === 'can-connect-to-database' ? url : admin.href)
  try {
    await client.connect()
    const database = client.escapeIdentifier(name)
    if (command === 'create-database') await client.query(`CREATE DATABASE ${database}`)
    if (command === 'drop-database') await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await client.end()
    process.exit(0)
  } catch (error) {
    const fields = { error_code: CODES[error.code] ?? UNREACHABLE, message: error.message }
    // The CLI skips the first line and parses each further line as JSON.
    process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}`)
    process.exit(1)
  }
}
