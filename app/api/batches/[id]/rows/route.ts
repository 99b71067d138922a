import { Readable } from 'node:stream'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest, countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { exportBatch } from '#lib/runs/batches/export-batch.ts'

/** Downloads the rows of a batch: `?format=csv` or `?format=json`. */
export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run', 'read'])
  await countCostlyCall(ctx)
  const format = new URL(request.url).searchParams.get('format')
  const { parts, contentType, name } = await exportBatch(ctx, { id, format })
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return new Response(Readable.toWeb(Readable.from(parts)) as ReadableStream, { headers })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
