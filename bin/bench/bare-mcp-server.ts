import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import handler from '#prisma/market/guildhall/text_tools/text_statistics.js'

const listener = http.createServer(async (request, response) => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const structuredContent = await handler({ parameters: params.arguments })
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  })
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport as Parameters<typeof server.connect>[0])
  response.once('close', () => void server.close())
  await transport.handleRequest(request, response)
})
listener.listen(0, '127.0.0.1', () => console.log((listener.address() as AddressInfo).port))
