export default async function handler({ parameters }) {
  const { title, matches } = parameters
  const files = new Map()
  for (const match of matches) files.set(match.path, [...(files.get(match.path) ?? []), match])
  const size = `${count(matches.length, 'match', 'matches')} in ${count(files.size, 'file', 'files')}.`
  const parts = [...files].map(([path, found]) => `\n## ${path}\n\n${found.map(item).join('\n')}\n`)
  return {
    message: `**${matches.length}**${size.slice(String(matches.length).length)}`,
    report: `# ${title}\n\n${size}\n${parts.join('')}`,
    files: files.size,
    matches: matches.length,
  }
}

// Editors count lines from 1.
function item({ line, snippet }) {
  return line === undefined ? `- ${snippet.trim()}` : `- Line ${line + 1}: ${snippet.trim()}`
}

function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`
}
