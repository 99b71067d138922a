import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'

// Told apart by people with any kind of colour vision (Okabe and Ito).
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a800', '#333333']
const FONT = 'font-family="system-ui, sans-serif"'
const CHARACTER_PX = 6.5

export default async function handler({ parameters }) {
  const { kind, labels, series, title = '', unit = '', width, height } = parameters
  const wrong = series.find(({ values }) => values.length !== labels.length)
  if (wrong) {
    throw {
      code: 'INVALID_INPUT',
      message: `“${wrong.name}” has ${wrong.values.length} values for ${labels.length} labels.`,
      suggested_action: 'Enter one value for each label. Use null where there is none.',
      recoverable: true,
    }
  }

  const values = series.flatMap((each) => each.values).filter((value) => value !== null)
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)]
  const y = scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .nice()
  const ticks = y.ticks(5)
  const texts = ticks.map((tick) => tick.toLocaleString('en', { maximumFractionDigits: 6 }))
  const box = {
    left: 16 + CHARACTER_PX * Math.max(...texts.map((text) => text.length)),
    top: (title ? 40 : 16) + (unit ? 16 : 0),
    right: width - 16,
    bottom: height - 28 - (series.length > 1 ? 24 : 0),
  }
  y.range([box.bottom, box.top])
  const x = (kind === 'bar' ? scaleBand() : scalePoint()).domain(labels.keys()).range([box.left, box.right])
  if (kind === 'bar') x.padding(0.25)
  else x.padding(0.5)

  const draw = { bar: drawBars, line: drawLines, area: drawAreas }[kind]
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title || 'Chart')}" ${FONT} font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    title && `<text x="16" y="26" font-size="16" font-weight="600" fill="#111111">${escapeXml(title)}</text>`,
    unit && `<text x="16" y="${box.top - 8}" fill="#555555">${escapeXml(unit)}</text>`,
    ...ticks.map(
      (tick, index) =>
        `<line x1="${box.left}" x2="${box.right}" y1="${px(y(tick))}" y2="${px(y(tick))}" stroke="${tick === 0 ? '#555555' : '#dddddd'}"/>` +
        `<text x="${box.left - 6}" y="${px(y(tick) + 4)}" text-anchor="end" fill="#555555">${texts[index]}</text>`,
    ),
    ...drawLabels(labels, x, box),
    ...draw(series, x, y),
    ...(series.length > 1 ? drawLegend(series, height) : []),
    '</svg>',
  ]
    .filter(Boolean)
    .join('')
  return {
    message: `A ${kind} chart of **${series.map(({ name }) => name).join(', ')}** with ${labels.length} values each.`,
    image: `data:image/svg+xml;base64,${new TextEncoder().encode(svg).toBase64()}`,
    minimum: values.length > 0 ? Math.min(...values) : null,
    maximum: values.length > 0 ? Math.max(...values) : null,
  }
}

function drawBars(series, x, y) {
  const within = scaleBand().domain(series.keys()).range([0, x.bandwidth()]).padding(0.08)
  return series.flatMap(({ values }, index) =>
    values.map((value, at) => {
      if (value === null) return ''
      const [top, bottom] = [y(Math.max(0, value)), y(Math.min(0, value))]
      return `<rect x="${px(x(at) + within(index))}" y="${px(top)}" width="${px(within.bandwidth())}" height="${px(bottom - top)}" fill="${colour(index)}"/>`
    }),
  )
}

function drawLines(series, x, y) {
  const draw = line()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y(y)
    .digits(1)
  return series.flatMap(({ values }, index) => [
    `<path d="${draw(values) ?? ''}" fill="none" stroke="${colour(index)}" stroke-width="2" stroke-linejoin="round"/>`,
    ...values.map((value, at) =>
      value === null ? '' : `<circle cx="${px(x(at))}" cy="${px(y(value))}" r="3" fill="${colour(index)}"/>`,
    ),
  ])
}

function drawAreas(series, x, y) {
  const draw = area()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y0(y(0))
    .y1(y)
    .digits(1)
  const shapes = series.map(
    ({ values }, index) => `<path d="${draw(values) ?? ''}" fill="${colour(index)}" fill-opacity="0.25"/>`,
  )
  return [...shapes, ...drawLines(series, x, y)]
}

/** As many labels as fit beside each other. */
function drawLabels(labels, x, { bottom, left, right }) {
  const widest = CHARACTER_PX * Math.max(...labels.map((label) => label.length)) + 12
  const every = Math.ceil(labels.length / Math.max(1, Math.floor((right - left) / widest)))
  const middle = (x.bandwidth?.() ?? 0) / 2
  return labels.map((label, at) =>
    at % every === 0
      ? `<text x="${px(x(at) + middle)}" y="${bottom + 18}" text-anchor="middle" fill="#555555">${escapeXml(label)}</text>`
      : '',
  )
}

function drawLegend(series, height) {
  let left = 16
  return series.map(({ name }, index) => {
    const at = left
    left += 28 + CHARACTER_PX * name.length
    return `<rect x="${at}" y="${height - 22}" width="10" height="10" fill="${colour(index)}"/><text x="${at + 15}" y="${height - 13}" fill="#333333">${escapeXml(name)}</text>`
  })
}

const colour = (index) => COLOURS[index % COLOURS.length]

const px = (length) => Math.round(length * 10) / 10

const escapeXml = (text) =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign])
