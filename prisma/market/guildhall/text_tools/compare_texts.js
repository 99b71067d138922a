// Comparing n by m lines takes n × m steps; beyond this the answer would come too late.
const MAX_CELLS = 4_000_000

export default async function handler({ parameters }) {
  const { before, after, ignore_case: ignoreCase, ignore_whitespace: ignoreWhitespace } = parameters
  const keyOf = (line) => {
    const folded = ignoreCase ? line.toLowerCase() : line
    return ignoreWhitespace ? folded.trim().replace(/\s+/g, ' ') : folded
  }
  const changes = compareLines(before.split(/\r?\n/), after.split(/\r?\n/), keyOf)
  const added = changes.filter((change) => change.kind === 'added').length
  const removed = changes.filter((change) => change.kind === 'removed').length
  const marks = { added: '+', removed: '-', same: ' ' }
  const diff = changes.map((change) => `${marks[change.kind]} ${change.text}`).join('\n')

  return {
    message:
      added + removed === 0
        ? 'The two texts are **the same**.'
        : `**${added}** added, **${removed}** removed.`,
    identical: added + removed === 0,
    added,
    removed,
    changes: changes.filter((change) => change.kind !== 'same'),
    diff,
  }
}

function compareLines(before, after, keyOf) {
  if (before.length * after.length > MAX_CELLS) {
    throw {
      code: 'INVALID_INPUT',
      message: 'These texts have too many lines to compare in one go.',
      recoverable: true,
      suggested_action: 'Compare them chapter by chapter.',
    }
  }
  const a = before.map(keyOf)
  const b = after.map(keyOf)
  // lengths[i][j] = longest common subsequence of a from i and b from j
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i][j] =
        a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  const changes = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push({ kind: 'same', line: j + 1, text: after[j] })
      i++
      j++
    } else if (j >= b.length || (i < a.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      changes.push({ kind: 'removed', line: i + 1, text: before[i] })
      i++
    } else {
      changes.push({ kind: 'added', line: j + 1, text: after[j] })
      j++
    }
  }
  return changes
}
