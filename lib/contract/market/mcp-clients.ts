/**
 * How clients of the Model Context Protocol are told of a server, as a table. Ground.
 *
 * `file` is where the text goes, or that it is a command; without one there is a form to paste the address into.
 * Sources: each client's own documentation ("Custom connectors", "Connect Claude Code to tools via MCP", "Model
 * Context Protocol" of Cursor, "MCP configuration reference" of VS Code).
 */

export type McpClient = {
  name: string
  /** What to do, a sentence or two. */
  steps: string
  /** By address alone: the client opens a browser, and its person consents. */
  open?: Snippet
  /** With an API key, for a machine without a browser. */
  keyed?: Snippet
}

export type Snippet = { where: string; text: string }

/** The client puts the key in, from where it keeps it. */
const bearer = (place: string) => ({ headers: { Authorization: `Bearer \${${place}}` } })
const json = (value: object) => JSON.stringify(value, null, 2)

/** `url` is the address of /mcp, with or without skills. */
export function mcpClients(url: string): McpClient[] {
  const server = (more = {}) => ({ mcpServers: { guildhall: { url, ...more } } })
  return [
    {
      name: 'Claude Desktop',
      steps:
        'Settings → Connectors → Add custom connector: paste the address, then press Connect. It connects from the internet; for a Guildhall on this computer use the configuration below, which needs Node.',
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
      steps: 'Save the file, then press Connect beside guildhall under Settings → MCP.',
      open: { where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project', text: json(server()) },
      keyed: {
        where: 'With a key from the environment',
        text: json(server(bearer('env:GUILDHALL_KEY'))),
      },
    },
    {
      name: 'VS Code',
      steps: 'Save the file and press Start above it, or run “MCP: Add Server” and paste the address.',
      open: {
        where: '.vscode/mcp.json',
        text: json({ servers: { guildhall: { type: 'http', url } } }),
      },
      keyed: {
        where: 'With a key that VS Code asks for and keeps',
        text: json({
          inputs: [
            { type: 'promptString', id: 'guildhall-key', description: 'Guildhall API key', password: true },
          ],
          servers: { guildhall: { type: 'http', url, ...bearer('input:guildhall-key') } },
        }),
      },
    },
    {
      name: 'Any other',
      steps:
        'Streamable HTTP at the address. Who speaks OAuth 2.1 finds the rest from there; others send the key as a header.',
      keyed: {
        where: 'As most clients write it',
        text: json({ mcpServers: { guildhall: { type: 'http', url, ...bearer('GUILDHALL_KEY') } } }),
      },
    },
  ]
}
