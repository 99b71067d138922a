/** A drawn chart as a file: its SVG elements below each other, with a title, a legend and colours of their own. */
import { saveFile } from '../browser/save-file.ts'

type ChartFile = { svg: string; width: number; height: number }

const SVG = 'http://www.w3.org/2000/svg'
const LINE = 20
const PADDING = 12
const PIXELS_PER_UNIT = 2

/** Attributes that style sheets and variables of the page decide, which a file does not have. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'font-size', 'opacity'] as const

export function saveChartAsSvg(element: HTMLElement, name: string): void {
  saveFile(`${name}.svg`, composeSvg(element, name).svg)
}

/** Draws the chart at twice its size. Throws if the browser cannot draw it. */
export async function saveChartAsPng(element: HTMLElement, name: string): Promise<void> {
  const { svg, width, height } = composeSvg(element, name)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * PIXELS_PER_UNIT,
    height: height * PIXELS_PER_UNIT,
  })
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not draw the chart.')
  saveFile(`${name}.png`, blob)
}

function composeSvg(element: HTMLElement, name: string): ChartFile {
  const charts = [...element.querySelectorAll('figure')]
  const root = createElement('svg', { 'font-family': 'sans-serif' })
  const ink = getComputedStyle(element).color
  const width = Math.max(...charts.map((chart) => chart.clientWidth)) + 2 * PADDING
  let y = PADDING + LINE
  root.append(createText(name, { x: PADDING, y: y - 4, fill: ink, 'font-size': 14 }))
  for (const chart of charts) {
    const drawn = chart.querySelector('svg.recharts-surface')
    if (!drawn) continue
    const copy = copyWithStyles(drawn)
    copy.setAttribute('x', String(PADDING))
    copy.setAttribute('y', String(y))
    root.append(copy)
    y += drawn.clientHeight + LINE
    let x = PADDING
    for (const item of chart.querySelectorAll<HTMLElement>('.recharts-legend-item-text')) {
      const title = item.textContent ?? ''
      const color = getComputedStyle(item).color
      root.append(
        createElement('rect', { x, y: y - 10, width: 10, height: 10, fill: color }),
        createText(title, { x: x + 14, y: y - 1, fill: ink, 'font-size': 12 }),
      )
      x += 30 + title.length * 7
    }
    y += LINE
  }
  const height = y
  setAttributes(root, { width, height, viewBox: `0 0 ${width} ${height}` })
  root.prepend(createElement('rect', { width, height, fill: backgroundOf(element) }))
  return { svg: new XMLSerializer().serializeToString(root), width, height }
}

function copyWithStyles(drawn: Element): SVGElement {
  const copy = drawn.cloneNode(true) as SVGElement
  const originals = [drawn, ...drawn.querySelectorAll('*')]
  for (const [at, target] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(originals[at]!)
    target.removeAttribute('class')
    target.removeAttribute('style')
    for (const property of STYLES) {
      target.setAttribute(property, computed.getPropertyValue(property))
    }
  }
  return copy
}

/** Returns the first opaque background from the element upwards. */
function backgroundOf(element: Element | null): string {
  if (!element) return 'white'
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor
}

type Attributes = Record<string, string | number>

function createElement(tag: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, tag)
  setAttributes(element, attributes)
  return element
}

function createText(text: string, attributes: Attributes): SVGElement {
  const element = createElement('text', attributes)
  element.textContent = text
  return element
}

function setAttributes(element: SVGElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
