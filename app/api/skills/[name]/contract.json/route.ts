import { getContract } from '#lib/catalog/get-contract.ts'
import { contractResponse } from '#lib/http/responses/contract-response.ts'
import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ name: string }> }

/** `?version=`: a number or a range. Private contracts need a key. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const ctx = await contextOfReader(request, ['read', 'run'])
    const found = await getContract(ctx, (await params).name, version)
    return contractResponse(found, { asked: version, known: request.headers.get('if-none-match') })
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
