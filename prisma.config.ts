import path from 'node:path'
import { defineConfig } from 'prisma/config'

// The CLI would download a native engine at install time; the stand-in drives the WASM build of the
// same engine, a normal npm package, so that installing needs nothing but the registry.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve(
    import.meta.dirname,
    'prisma/schema-engine/main.mjs',
  )
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `generate` needs no database, so an unset variable is no failure.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://unset@127.0.0.1:1/unset' },
})
