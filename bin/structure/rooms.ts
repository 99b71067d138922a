import { findRoom, LAYERS } from '#lib/layers.ts'
import type { SourceFile } from './read-sources.ts'

export type Area = keyof typeof LAYERS

export type Room = {
  name: string
  files: number
  /** The other rooms of the area that it imports, from the top layer down. */
  imports: string[]
}

/** The rooms of an area as its layers list them, the top layer first. */
export function findRooms(area: Area, product: SourceFile[]): Room[][] {
  const files = product.filter(({ file }) => file.startsWith(`${area}/`))
  const layers = LAYERS[area].toReversed()
  const order = layers.flat()

  function describeRoom(name: string): Room {
    const own = files.filter(({ file }) => findRoom(file) === name)
    const targets = own.flatMap(({ imports }) => imports.map(({ target }) => target))
    const rooms = new Set(targets.filter((target) => target.startsWith(`${area}/`)).map(findRoom))
    return { name, files: own.length, imports: order.filter((room) => room !== name && rooms.has(room)) }
  }

  return layers.map((layer) => layer.map(describeRoom))
}
