import { exportAudit } from '#lib/audit/export-audit.ts'
import { toStream } from '#lib/protocols/http/responses/blob-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

/** Exports the audit log with the page's filters: /api/audit?format=csv or ?format=jsonl. */
export const GET = httpRoute(async (request) => {
  const params = new URL(request.url).searchParams
  const { lines, contentType, name } = await exportAudit(await contextFromPage(request), params)
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return new Response(toStream(encodeLines(lines)), { headers })
})

async function* encodeLines(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const line of lines) yield encoder.encode(line)
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
