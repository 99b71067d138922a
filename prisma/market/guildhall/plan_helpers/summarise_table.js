export default async function handler({ parameters }) {
  const { title, rows } = parameters
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.map((name) =>
    describe(
      name,
      rows.map((row) => row[name]),
    ),
  )
  const size = `${count(rows.length, 'row')} with ${count(columns.length, 'column')}.`
  const table = [
    '| Column | Filled | Different | Sum | Mean | Least | Most |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...columns.map(line),
  ]
  return {
    message: `**${rows.length}** ${size.slice(String(rows.length).length + 1)}`,
    report: `# ${title}\n\n${size}\n\n${table.join('\n')}\n`,
    row_count: rows.length,
    columns,
  }
}

function describe(name, cells) {
  const filled = cells.filter((cell) => cell !== undefined && cell !== null && cell !== '')
  const column = { name, filled: filled.length, different: new Set(filled).size }
  if (filled.length === 0 || !filled.every((cell) => typeof cell === 'number')) return column
  const sum = filled.reduce((total, cell) => total + cell, 0)
  const least = filled.reduce((one, other) => Math.min(one, other))
  const most = filled.reduce((one, other) => Math.max(one, other))
  return { ...column, sum: rounded(sum), mean: rounded(sum / filled.length), least, most }
}

function line({ name, filled, different, sum = '', mean = '', least = '', most = '' }) {
  const cells = [name.replaceAll('|', '\\|').replace(/\s+/g, ' '), filled, different, sum, mean, least, most]
  return `| ${cells.join(' | ')} |`
}

// Sums of decimal fractions show their binary tail otherwise.
function rounded(number) {
  return Math.round(number * 100) / 100
}

function count(number, word) {
  return `${number} ${number === 1 ? word : `${word}s`}`
}
