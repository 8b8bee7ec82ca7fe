/** One-page PDFs of headings, labelled lines and text. The same content gives the same bytes. */
import PDFDocument from 'pdfkit';
import { testFacts } from '../catalog/test-facts.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';

interface PdfContent {
  title: string;
  introduction: string;
  sections: { heading: string; lines: string[] }[];
}

/** PDFKit derives the document id from this, so it must not contain the current time. */
const CreationDate = new Date('2025-01-01T00:00:00Z');

/** Creates a PDF of US letter size. */
function pdf({ title, introduction, sections }: PdfContent): Buffer {
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
  // Node 26 reads one chunk at a time.
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Creates the signed form of an appointment from its order: consent and physician's order in one document (Event types;
 * APT-61, WHK-11).
 */
export function signedFormPdf(state: State, appointment: AppointmentRecord): Buffer {
  const customer = state.orders.get(appointment.order_id)?.booking.customer;
  const { location } = offeredOf(state, appointment);
  return pdf({
    title: 'Consent and physician order',
    introduction: 'Made by a sandbox for testing. This is not a medical document, and nobody in it exists.',
    sections: [
      {
        heading: 'Patient',
        lines: [
          `Name: ${customer?.first_name} ${customer?.last_name}`,
          `Date of birth: ${customer?.date_of_birth}`,
        ],
      },
      {
        heading: 'Order',
        lines: [
          `Test: ${testFacts[appointment.test_type].name}`,
          `Facility: ${location.address_line_1}, ${location.city}, ${location.state} ${location.postal_code}`,
          `Order id: ${appointment.order_id}`,
          `Appointment id: ${appointment.appointment_id}`,
        ],
      },
      {
        heading: 'Signatures',
        lines: ['Patient: signed electronically', 'Ordering physician: signed electronically'],
      },
    ],
  });
}

const line = '_'.repeat(44);

/**
 * Creates the blank physician assessment for a VO2 max test, which is the same for every appointment (Appointments;
 * APT-64, GAP-74).
 */
export function vo2AssessmentPdf(): Buffer {
  return pdf({
    title: 'Physician assessment before a VO2 max test',
    introduction:
      'Made by a sandbox for testing. To be filled in and signed by a physician who knows the patient, before a graded exercise test to full effort.',
    sections: [
      {
        heading: 'Patient',
        lines: [`Name: ${line}`, `Date of birth: ${line}`],
      },
      {
        heading: 'Assessment',
        lines: [
          `Known heart, lung or metabolic disease: ${line}`,
          `Symptoms at rest or on exertion: ${line}`,
          `Medicines that change heart rate or blood pressure: ${line}`,
          `Resting heart rate and blood pressure: ${line}`,
          '[  ]  May exercise to full effort without supervision by a physician',
          '[  ]  May exercise to full effort under supervision by a physician',
          '[  ]  Should not be tested at present',
        ],
      },
      {
        heading: 'Physician',
        lines: [
          `Name and credentials: ${line}`,
          `License number and state: ${line}`,
          `Signature and date: ${line}`,
        ],
      },
    ],
  });
}
