'use server'

import * as collections from '#lib/catalog/collections/collections.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import * as toolsets from '#lib/toolsets/toolset-from-collection.ts'

/** Public endpoints: arguments are untrusted. */
export async function listCollectionChoices(
  item: unknown,
): Promise<ActionResult<collections.CollectionChoice[]>> {
  return actionResult((ctx) => collections.listCollectionChoices(ctx, item))
}

export async function createCollection(request: unknown): Promise<ActionResult<{ id: string }>> {
  return actionResult((ctx) => collections.createCollection(ctx, request))
}

export async function updateCollection(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => collections.updateCollection(ctx, request))
}

export async function deleteCollection(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => collections.deleteCollection(ctx, id))
}

export async function setInCollection(request: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => collections.setInCollection(ctx, request))
}

export async function removeEntry(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => collections.removeEntry(ctx, request))
}

export async function orderCollection(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => collections.orderCollection(ctx, request))
}

export async function createToolsetFromCollection(
  request: unknown,
): Promise<ActionResult<toolsets.MadeToolset>> {
  return performAction({ isCostly: true }, (ctx) => toolsets.createToolsetFromCollection(ctx, request))
}
