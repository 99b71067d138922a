import type { Area, Room } from './rooms.ts'

const MAX_WIDTH = 110

/** Draws a picture for a terminal: a line for each room with what it imports, and an empty line between layers. */
export function drawText(area: Area, layers: Room[][]): string {
  const rooms = layers.flat()
  const nameWidth = Math.max(...rooms.map(({ name }) => name.length))
  const countWidth = Math.max(...rooms.map(({ files }) => String(files).length))

  function drawRoom({ name, files, imports }: Room): string {
    const start = `  ${name.padEnd(nameWidth)}  ${String(files).padStart(countWidth)}`
    if (imports.length === 0) return start
    const indent = start.length + 4
    return `${start}  → ${wrapWords(imports, MAX_WIDTH - indent).join(`\n${' '.repeat(indent)}`)}`
  }

  return `${area}/\n\n${layers.map((layer) => layer.map(drawRoom).join('\n')).join('\n\n')}`
}

/**
 * Draws the same picture in Mermaid, without the arrows whose target other arrows lead to: with all of them, a reader
 * could follow none.
 */
export function drawMermaid(layers: Room[][]): string {
  const rooms = layers.flat()
  const numberOf = new Map(rooms.map(({ name }, index) => [name, index]))
  const boxes = rooms.map(({ name }, index) => `  ${index}["${name}"]`)
  const arrows = rooms.flatMap((room) =>
    findDirectImports(room, rooms).map((name) => `  ${numberOf.get(room.name)} --> ${numberOf.get(name)}`),
  )
  return ['flowchart TB', ...boxes, ...arrows].join('\n')
}

/** Returns the imports of a room that no other import of it leads to. */
function findDirectImports(room: Room, rooms: Room[]): string[] {
  const importsOf = new Map(rooms.map(({ name, imports }) => [name, imports]))
  const leadsTo = (from: string, target: string): boolean =>
    (importsOf.get(from) ?? []).some((next) => next === target || leadsTo(next, target))
  return room.imports.filter((target) => !room.imports.some((other) => leadsTo(other, target)))
}

function wrapWords(words: string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
