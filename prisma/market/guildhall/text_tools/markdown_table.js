export default async function handler({ parameters }) {
  const { columns, rows, pretty } = parameters
  const header = columns.map((column) => cell(column.heading))
  const body = rows.map((row) => columns.map((_, index) => cell(row[index] ?? '')))
  const widths = header.map((text, index) =>
    pretty ? Math.max(3, widthOf(text), ...body.map((row) => widthOf(row[index]))) : 3,
  )
  const line = (cells) =>
    `| ${cells.map((text, index) => pad(text, widths[index], columns[index].align)).join(' | ')} |`
  const rule = columns.map((column, index) => ruleOf(column.align, widths[index]))
  const markdown = [line(header), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n')

  return { message: markdown, markdown, row_count: rows.length, column_count: columns.length }
}

// A bar would end the cell and a line break the row.
function cell(text) {
  return text.replaceAll('|', '\\|').replace(/\r?\n/g, '<br>')
}

function widthOf(text) {
  return [...new Intl.Segmenter().segment(text)].length
}

function pad(text, width, align) {
  const gap = Math.max(0, width - widthOf(text))
  if (align === 'right') return ' '.repeat(gap) + text
  if (align === 'center') return ' '.repeat(Math.floor(gap / 2)) + text + ' '.repeat(Math.ceil(gap / 2))
  return text + ' '.repeat(gap)
}

function ruleOf(align, width) {
  if (align === 'right') return `${'-'.repeat(width - 1)}:`
  if (align === 'center') return `:${'-'.repeat(width - 2)}:`
  return '-'.repeat(width)
}
