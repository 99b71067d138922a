/** What people read for each `Run.channel`. */
export const CHANNEL_LABELS: Record<string, string> = {
  form: 'Form',
  studio: 'Studio',
  review: 'Review',
  rest: 'REST API',
  rpc: 'JSON-RPC',
  mcp: 'MCP',
  code: 'Another skill',
  cli: 'Command line',
  plan: 'Plan',
  system: 'This site',
}

export function channelLabel(channel: string): string {
  return Object.hasOwn(CHANNEL_LABELS, channel) ? (CHANNEL_LABELS[channel] ?? channel) : channel
}

export const MAX_RUN_QUERY_CHARS = 200
