import path from 'node:path'
import { defineConfig } from 'prisma/config'

// The CLI would download a native schema engine; the replacement runs the WebAssembly build of the same
// engine from npm, so that installation needs only the registry.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve(
    import.meta.dirname,
    'prisma/schema-engine/main.mjs',
  )
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `generate` needs no database, so DATABASE_URL may be unset.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://unset@127.0.0.1:1/unset' },
})
