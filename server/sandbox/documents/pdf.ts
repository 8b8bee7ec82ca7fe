/** One-page PDFs of headings, labelled lines and text. The same content gives the same bytes. */
import PDFDocument from 'pdfkit';

export interface PdfContent {
  title: string;
  introduction: string;
  sections: { heading: string; lines: string[] }[];
}

/** PDFKit derives the document id from this, so it must not contain the current time. */
const CreationDate = new Date('2025-01-01T00:00:00Z');

/**
 * Creates a PDF of US letter size.
 * @throws Error if the PDF library wrote nothing
 */
export function pdf({ title, introduction, sections }: PdfContent): Buffer {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 60,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: 'Sandbox', CreationDate },
  });
  document.font('Helvetica-Bold').fontSize(20).text(title);
  document.moveDown(0.5).font('Helvetica').fontSize(11).text(introduction);
  for (const { heading, lines } of sections) {
    document.moveDown().font('Helvetica-Bold').fontSize(13).text(heading);
    document.moveDown(0.25).font('Helvetica').fontSize(11);
    for (const line of lines) document.text(line, { paragraphGap: 6 });
  }
  document.end();
  const bytes: unknown = document.read();
  if (!Buffer.isBuffer(bytes)) throw new Error('the PDF was not written');
  return bytes;
}
