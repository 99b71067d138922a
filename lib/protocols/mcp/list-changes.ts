/**
 * Tells clients that keep a connection open when what they are offered changes: by `subscriptions/listen` since
 * 2026-07-28, and by a GET of the session before. Postgres carries the changes, so any process can hold the connection.
 */
import { InMemoryServerEventBus, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server'
import { isLiveApiKey } from '../../auth/rows/api-keys.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { type CatalogChange, type SkillSetChange, watchCatalog } from '../../kernel/db/catalog-changes.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { addWatcher } from '../../runs/lifecycle/watch-run.ts'
import { streamEvents } from '../http/responses/stream-events.ts'
import type { ChosenTools } from './select-tools.ts'

/** Clients open a new stream afterwards, with a key that is checked again. */
const LONGEST_MS = 15 * 60_000

/** Returns what a change means for the caller: nothing, if it is offered none of it. */
export function eventsOf(
  { viewer }: Pick<Context, 'viewer'>,
  { natives, pins }: ChosenTools,
  change: CatalogChange | null,
): ServerEvent[] {
  const everything: ServerEvent[] = [
    { kind: 'tools_list_changed' },
    { kind: 'prompts_list_changed' },
    { kind: 'resources_list_changed' },
  ]
  if (change === null) return everything
  if (change.kind === 'toolset')
    return pins && change.organisationId === viewer?.organisationId ? [{ kind: 'tools_list_changed' }] : []
  if (!isVisibleTo(viewer, change)) return []
  const isOffered = [...natives.values()].some((skill) => skill.startsWith(`${change.name}.`))
  if (isOffered) return everything
  // Without chosen skills, the resources are the files of all.
  return natives.size === 0 && !pins ? [{ kind: 'resources_list_changed' }] : []
}

function isVisibleTo(viewer: Context['viewer'], change: SkillSetChange): boolean {
  return change.isPublic || (viewer !== null && change.organisationIds.includes(viewer.organisationId))
}

/**
 * Passes on what each change means for the caller. Ends the stream instead if its key was revoked or has expired in the
 * meantime. Resolves with a function that stops it.
 */
function watchEvents(
  ctx: Context,
  read: (change: CatalogChange | null) => ServerEvent[],
  { send, end }: { send: (events: ServerEvent[]) => unknown; end: () => void },
): Promise<() => void> {
  return watchCatalog((change) => {
    void deliver(change).catch(logUnlessExpected)
  })
  async function deliver(change: CatalogChange | null): Promise<void> {
    const events = read(change)
    if (events.length === 0) return
    if (await isLiveApiKey(ctx.db, ctx.keyId ?? '')) await send(events)
    else end()
  }
}

/** Returns whether a request opens a stream of changes. */
export function isListening(message: Json): boolean {
  return isObject(message) && message.method === 'subscriptions/listen'
}

/**
 * Returns the source of the changes for the SDK, which writes the stream of `subscriptions/listen`. It is active when this
 * resolves, so that no change after the acknowledgement is lost, and until the signal is aborted.
 */
export async function openChangesBus(
  ctx: Context,
  tools: ChosenTools,
  { message, signal, end }: { message: Json } & Omit<OpenStream, 'leave'>,
): Promise<ServerEventBus> {
  const bus = new InMemoryServerEventBus((error) => logUnlessExpected(error))
  const uris = subscribedResources(message)
  const read = (change: CatalogChange | null): ServerEvent[] => [
    ...eventsOf(ctx, tools, change),
    ...uris
      .filter((uri) => isUpdated(ctx, uri, change))
      .map((uri) => ({ kind: 'resource_updated' as const, uri })),
  ]
  const stop = await watchEvents(ctx, read, {
    end,
    send(events) {
      for (const event of events) bus.publish(event)
    },
  })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return bus
}

function subscribedResources(message: Json): string[] {
  const params = isObject(message) && isObject(message.params) ? message.params : {}
  const filter = isObject(params.notifications) ? params.notifications : {}
  const uris = filter.resourceSubscriptions
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}

/** A file of a skill is that of its latest version; blobs never change. */
function isUpdated({ viewer }: Context, uri: string, change: CatalogChange | null): boolean {
  if (change === null) return true
  return (
    change.kind === 'skillset' && isVisibleTo(viewer, change) && uri.startsWith(`skill://${change.name}.`)
  )
}

type OpenStream = { signal: AbortSignal; leave: () => void; end: () => void }

/**
 * Limits how many streams a person has open, and how long. Throws RATE_LIMIT_EXCEEDED. Call `leave` when the stream ends,
 * as the signal does; `end` aborts the signal.
 */
export function openChanges(ctx: Context, request: Request): OpenStream {
  const leave = addWatcher(requireViewer(ctx).userId)
  const ended = new AbortController()
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS), ended.signal])
  signal.addEventListener('abort', leave, { once: true })
  return { signal, leave, end: () => ended.abort() }
}

const METHODS: Partial<Record<ServerEvent['kind'], string>> = {
  tools_list_changed: 'notifications/tools/list_changed',
  prompts_list_changed: 'notifications/prompts/list_changed',
  resources_list_changed: 'notifications/resources/list_changed',
}

/** Answers the GET of a session before 2026-07-28 with a stream of changes. Throws RATE_LIMIT_EXCEEDED. */
export function streamChanges(ctx: Context, tools: ChosenTools, request: Request): Promise<Response> {
  const { signal, leave } = openChanges(ctx, request)
  return streamEvents(signal, async (send, closed, open) => {
    const ended = Promise.withResolvers<void>()
    closed.addEventListener('abort', () => ended.resolve(), { once: true })
    const stop = await watchEvents(ctx, (change) => eventsOf(ctx, tools, change), {
      end: () => ended.resolve(),
      async send(events) {
        for (const { kind } of events) await send({ jsonrpc: '2.0', method: METHODS[kind] }, null)
      },
    })
    try {
      open()
      if (!closed.aborted) await ended.promise
    } finally {
      stop()
      leave()
    }
  })
}
