/** Partition refinement in O(E log N). See Hopcroft (1971); Paige & Tarjan (1987). */

export type Edges = readonly (readonly [location: string, to: number])[]

export function refine(labels: readonly string[], edges: readonly Edges[]): number[] {
  const groupOf = numbered(
    labels.map((label, node) => `${label}\n${edges[node]!.map(([location]) => location)}`),
  )
  const members = groupMembers(groupOf)
  const predecessors = reverseEdges(edges)
  const seenFrom = (node: number) => edges[node]!.map(([, to]) => groupOf[to]).join()
  let changed: Iterable<number> = groupOf.keys()

  for (;;) {
    // Nothing moves yet, so the order of groups has no influence.
    const parts = splitGroups(changed, groupOf, members, seenFrom)
    const moved = parts.flatMap(({ group, apart }) => apart.map((nodes) => ({ group, nodes })))
    if (moved.length === 0) return numbered(groupOf)
    const next = new Set<number>()
    for (const { group, nodes } of moved) {
      const number = members.push(new Set(nodes)) - 1
      for (const node of nodes) {
        members[group]!.delete(node)
        groupOf[node] = number
        for (const from of predecessors[node]!) next.add(from)
      }
    }
    changed = next
  }
}

type Split = { group: number; apart: number[][] }

function splitGroups(
  changed: Iterable<number>,
  groupOf: readonly number[],
  members: readonly ReadonlySet<number>[],
  seenFrom: (node: number) => string,
): Split[] {
  const touched = new Map<number, Map<string, number[]>>()
  const isChanged = new Set(changed)
  for (const node of isChanged) {
    const group = groupOf[node]!
    const looks = touched.get(group) ?? new Map<string, number[]>()
    touched.set(group, looks)
    append(looks, seenFrom(node), [node])
  }
  return [...touched].flatMap(([group, looks]) => {
    const all = members[group]!
    const seen = [...looks.values()].reduce((sum, { length }) => sum + length, 0)
    const unseen = all.size - seen
    const like = unseen > 0 ? firstUnchanged(all, isChanged) : undefined
    const same = like === undefined ? undefined : seenFrom(like)
    const sizes = [...looks].map(
      ([look, { length }]) => [look, length + (look === same ? unseen : 0)] as const,
    )
    if (same !== undefined && !looks.has(same)) sizes.push([same, unseen])
    if (sizes.length === 1) return []
    const [largest] = sizes.reduce((largestSoFar, each) => (each[1] > largestSoFar[1] ? each : largestSoFar))
    if (same !== undefined && same !== largest)
      append(
        looks,
        same,
        [...all].filter((node) => !isChanged.has(node)),
      )
    return [{ group, apart: [...looks].filter(([look]) => look !== largest).map(([, nodes]) => nodes) }]
  })
}

function firstUnchanged(all: ReadonlySet<number>, isChanged: ReadonlySet<number>): number | undefined {
  for (const node of all) if (!isChanged.has(node)) return node
  return undefined
}

function append(lists: Map<string, number[]>, key: string, more: number[]): void {
  const list = lists.get(key)
  if (list) for (const each of more) list.push(each)
  else lists.set(key, more)
}

function numbered(names: readonly (string | number)[]): number[] {
  const numbers = new Map<string | number, number>()
  return names.map((name) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

function groupMembers(groupOf: readonly number[]): Set<number>[] {
  const members: Set<number>[] = []
  for (const [node, group] of groupOf.entries()) {
    members[group] ??= new Set()
    members[group].add(node)
  }
  return members
}

function reverseEdges(edges: readonly Edges[]): number[][] {
  const from: number[][] = edges.map(() => [])
  for (const [node, each] of edges.entries()) for (const [, to] of each) from[to]!.push(node)
  return from
}
