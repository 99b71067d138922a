/**
 * Setup instructions for MCP clients. `file` is the config file, or states that it is a command; without it
 * the address is pasted into a form.
 */

type McpClient = {
  name: string
  steps: string
  /** Connects by URL; the user consents in the browser. */
  open?: Snippet
  /** Uses an API key, for a machine without a browser. */
  keyed?: Snippet
}

type Snippet = { where: string; text: string }

/** The client substitutes its stored key. */
const bearer = (variable: string) => ({ headers: { Authorization: `Bearer \${${variable}}` } })
const json = (value: object) => JSON.stringify(value, null, 2)

/** `url` is the address of /mcp, with or without skills. */
export function mcpClients(url: string): McpClient[] {
  const server = (more = {}) => ({ mcpServers: { guildhall: { url, ...more } } })
  return [
    {
      name: 'Claude Desktop',
      steps:
        'Settings → Connectors → Add custom connector: paste the URL, then press Connect. It connects from the internet. For a server on this computer, use the configuration below, which needs Node.js.',
      open: {
        where: 'claude_desktop_config.json (Settings → Developer → Edit config)',
        text: json({ mcpServers: { guildhall: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
      },
    },
    {
      name: 'Claude Code',
      steps: 'Add it once, then choose it under /mcp to sign in.',
      open: { where: 'In a terminal', text: `claude mcp add --transport http guildhall '${url}'` },
      keyed: {
        where: 'With a key, in a terminal',
        text: `claude mcp add --transport http guildhall '${url}' \\\n  --header "Authorization: Bearer $GUILDHALL_KEY"`,
      },
    },
    {
      name: 'Cursor',
      steps: 'Save the file, then press Connect next to guildhall under Settings → MCP.',
      open: { where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project', text: json(server()) },
      keyed: {
        where: 'With a key from the environment',
        text: json(server(bearer('env:GUILDHALL_KEY'))),
      },
    },
    {
      name: 'VS Code',
      steps: 'Save the file and press Start above it, or run “MCP: Add Server” and paste the URL.',
      open: {
        where: '.vscode/mcp.json',
        text: json({ servers: { guildhall: { type: 'http', url } } }),
      },
      keyed: {
        where: 'With a key that VS Code asks for and stores',
        text: json({
          inputs: [
            { type: 'promptString', id: 'guildhall-key', description: 'Guildhall API key', password: true },
          ],
          servers: { guildhall: { type: 'http', url, ...bearer('input:guildhall-key') } },
        }),
      },
    },
    {
      name: 'Other clients',
      steps:
        'Use Streamable HTTP with this URL. Clients that support OAuth 2.1 discover the rest; others send the key as a header.',
      keyed: {
        where: 'In the format most clients use',
        text: json({ mcpServers: { guildhall: { type: 'http', url, ...bearer('GUILDHALL_KEY') } } }),
      },
    },
  ]
}
