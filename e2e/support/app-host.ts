/** A host of MCP Apps for `skill-app.spec.ts`: it connects to the site, and shows the frame of a tool. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

type Asked = { url: string; key: string; tool: string; announces: boolean; input?: object }

declare global {
  interface Window {
    openApp: (asked: Asked) => Promise<object>
    openedLinks: string[]
    calledTools: string[]
  }
}

window.openedLinks = []
window.calledTools = []

window.openApp = async ({ url, key, tool: name, announces, input }) => {
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: announces ? { extensions } : {}, versionNegotiation: { mode: 'auto' } },
  )
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const tool = tools.find((each) => each.name === name)
  const uri = (tool?._meta?.ui as { resourceUri?: string } | undefined)?.resourceUri
  if (!uri) return {}
  const [content] = (await client.readResource({ uri })).contents
  const frame = document.createElement('iframe')
  // As the strictest hosts do: scripts, but neither the origin of the host nor forms.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style.cssText = 'width: 700px; height: 900px'
  document.body.append(frame)
  const bridge = new AppBridge(client, { name: 'host', version: '1.0.0' }, { openLinks: {}, serverTools: {} })
  bridge.onopenlink = async ({ url: link }) => {
    window.openedLinks.push(link)
    return {}
  }
  const call = client.callTool.bind(client)
  client.callTool = (params, ...more) => {
    window.calledTools.push(params.name)
    return call(params, ...more)
  }
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  frame.srcdoc = String((content as { text: string }).text)
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  await ready
  if (input) {
    const params = { name, arguments: input as Record<string, unknown> }
    await bridge.sendToolInput(params)
    await bridge.sendToolResult(await call(params))
  }
  const ui = content?._meta?.ui as { csp?: object } | undefined
  return { uri, mimeType: content?.mimeType, csp: ui?.csp }
}
