/** Calls are texts, because three channels read text; the form and the SDK skip cases that only text can express. */
import type { Call, Channel } from './channel.ts'
import { callCli } from './cli-channel.ts'
import { callForm } from './form-channel.ts'
import { callMcp, callRpc, callSkillTool } from './json-rpc-channels.ts'
import { callStatelessMcp } from './mcp-stateless-channel.ts'
import { callPlanStep } from './plan-step-channel.ts'
import { callRest } from './rest-channel.ts'
import { callSdk } from './sdk-channel.ts'

const canExpressAsValues = ({ isOnlyText }: Call) => !isOnlyText

export const CHANNELS = {
  form: { canExpress: canExpressAsValues, send: callForm },
  'rpc execute_skill': { send: callRpc },
  'mcp execute_skill': { send: callMcp },
  // A native tool takes only the skill's arguments.
  'mcp native tool': { canExpress: ({ version }) => version === undefined, send: callSkillTool },
  'mcp 2026-07-28': { canExpress: canExpressAsValues, send: callStatelessMcp },
  rest: { send: callRest },
  sdk: { canExpress: canExpressAsValues, send: callSdk },
  cli: { send: callCli },
  'plan step': { canExpress: canExpressAsValues, send: callPlanStep },
} satisfies Record<string, Channel>

export type ChannelName = keyof typeof CHANNELS
