/** Where a run can come from, with the label that pages show. `Run.channel` stores the name. */
export const CHANNEL_LABELS = {
  form: 'Form',
  studio: 'Studio',
  review: 'Review',
  rest: 'REST API',
  rpc: 'JSON-RPC',
  mcp: 'MCP',
  code: 'Another skill',
  cli: 'Command line',
  plan: 'Plan',
  batch: 'Batch',
  automation: 'Automation',
  system: 'This site',
} as const satisfies Record<string, string>

export type RunChannel = keyof typeof CHANNEL_LABELS

export const RUN_CHANNELS = Object.keys(CHANNEL_LABELS) as RunChannel[]

/** Returns the name of a channel of a later version, which has no label here. */
export function channelLabel(channel: string): string {
  return Object.hasOwn(CHANNEL_LABELS, channel) ? CHANNEL_LABELS[channel as RunChannel] : channel
}

export const MAX_RUN_QUERY_CHARS = 200
