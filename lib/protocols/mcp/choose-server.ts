import type { Server } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import type { Json } from '../../kernel/json/json.ts'
import { mcpServer } from './mcp-server.ts'
import type { ResultForm } from './result-form.ts'
import { type ChosenTools, requireToolScopes, selectTools } from './select-tools.ts'
import { toolBoxServer } from './tool-box.ts'
import { findToolBox } from './tool-boxes.ts'

type ServerRequest = {
  searchParams: URLSearchParams
  session?: string
  text: string
  body: Json
  origin: string
  form: ResultForm
}

type ChosenServer = {
  openServer: () => Server
  /** The skills of the address; undefined for the tools of `?for=`. */
  chosen?: ChosenTools
}

/** Returns what opens the server of an address: the eight tools and skills, or the tools of `?for=`. Throws as `selectTools`. */
export async function chooseServer(
  ctx: Context,
  { searchParams, ...request }: ServerRequest,
): Promise<ChosenServer> {
  const box = findToolBox(searchParams)
  if (box) return { openServer: () => toolBoxServer(ctx, box, request) }
  const chosen = await selectTools(ctx, searchParams)
  requireToolScopes(ctx, chosen.natives, request.body)
  return { openServer: () => mcpServer(ctx, { ...chosen, ...request }), chosen }
}
