/**
 * Generates a client with each generator: node generate.ts FOLDER (containing document.json). A separate program,
 * because it uses another TypeScript.
 */
import './use-typescript-api.ts'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = ''] = process.argv.slice(2)
const source = path.join(folder, 'document.json')
const { createClient } = await import('@hey-api/openapi-ts')
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
const { generate: orval } = await import('orval')

const types = await openapiTypescript(pathToFileURL(source))
fs.writeFileSync(path.join(folder, 'openapi-types.ts'), astToString(types))

await createClient({
  input: source,
  output: path.join(folder, 'hey-api'),
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'error' },
})

await orval({
  input: { target: source },
  // Without a base URL, the client would call the page's origin.
  output: {
    target: path.join(folder, 'orval.ts'),
    client: 'fetch',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
})
