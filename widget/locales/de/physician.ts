import type { Translation } from '../translation.ts';

/** The German texts: `physician`. */
const texts: Translation<'physician'> = {
  physician: {
    loading: 'Die Anordnung wird geladen …',

    preparingTitle: 'Die Anordnung wird vorbereitet',
    preparingText: 'Das dauert meist nur einen Moment.',
    signedTitle: 'Unterschrieben',
    signedText: 'Der Testdienst erstellt das unterschriebene Formular. Sie können diese Seite verlassen.',
    checkingTitle: 'Die Anordnung wird geprüft',
    checkingText: 'Das dauert meist nur einen Moment. Sie können diese Seite verlassen.',
    elsewhereTitle: 'Sie müssen nichts tun',
    elsewhereText: 'Das ärztliche Team des Testdienstes übernimmt diese Anordnung.',
    elsewhereSent: 'Die Anordnung wurde am {date} gesendet.',
    doneTitle: 'Anordnung abgeschlossen',
    doneText: 'Das unterschriebene Formular ist fertig.',
    doneSoon: 'Die Anordnung ist beim Testdienst. Das unterschriebene Formular ist noch nicht fertig.',
    download: 'Unterschriebenes Formular laden (PDF)',

    notScheduledTitle: 'Noch nicht möglich',
    notScheduledText: 'Sie können diesen Test anordnen, sobald Zeiten dafür angefragt wurden.',
    overTitle: 'Nichts anzuordnen',
    overText: 'Dieser Termin wurde abgesagt oder ist vorbei.',
    notHereTitle: 'Sie können diesen Test hier nicht anordnen',
    modeUnknownText:
      'Wir wissen nicht, wie dieser Test angeordnet wird. Bitte sagen Sie der Administration dieser Website Bescheid.',
    notEnabledText:
      'Anordnungen sind auf dieser Website ausgeschaltet. Bitte sagen Sie der Administration der Website Bescheid.',
    nothingAllowedText:
      'Diese Seite unterstützt keine der Unterschriften, die der Testdienst zulässt. Bitte sagen Sie der Administration dieser Website Bescheid.',
    notSetUpTitle: 'Sie können diesen Test noch nicht anordnen',
    notSetUpText:
      'Beim Testdienst sind Anordnungen noch nicht eingerichtet. Die Administration dieser Website weiß Bescheid.',

    stalled:
      'Der Testdienst hat noch nicht geantwortet. Sie können es einfach noch einmal versuchen: Der Test wird nur einmal angeordnet.',
    notAccepted:
      'Der Testdienst hat das nicht angenommen. Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
    sessionClosed:
      'Diese Anordnung ist vor der Unterschrift abgelaufen. Lesen und unterschreiben Sie eine neue.',
    resumed: 'Sie haben diese Anordnung schon vorbereitet. Prüfen Sie sie und ändern Sie, was nicht stimmt.',
    artifactFailed:
      'Das unterschriebene Formular konnte nicht erstellt werden. Bereiten Sie die Anordnung noch einmal vor und unterschreiben Sie sie.',

    orderHeading: 'Diesen Test anordnen',
    orderLead: 'Geben Sie an, wer den Test anordnet. Sie lesen die ganze Anordnung vor der Unterschrift.',
    changeHeading: 'Anordnung ändern',
    changeLead:
      'Wir bereiten eine neue Anordnung vor, die diese ersetzt. Sie lesen und unterschreiben sie noch einmal.',
    due: 'Fällig bis {time}.',
    overdue: 'Überfällig seit {time}.',
    providerLegend: 'Wer ordnet an?',
    contactLegend: 'Kontakt',
    orderLegend: 'Anordnung',

    fullName: 'Vor- und Nachname',
    errorFullName: 'Geben Sie den Vor- und Nachnamen ein.',
    credentials: 'Ärztlicher Titel',
    errorCredentials: 'Geben Sie den ärztlichen Titel ein, zum Beispiel MD.',
    npi: 'NPI-Nummer',
    errorNpi: 'Geben Sie die NPI-Nummer ein.',
    licenseState: 'Bundesstaat der Zulassung',
    errorLicenseState: 'Geben Sie den Bundesstaat der Zulassung ein.',
    licenseNumber: 'Zulassungsnummer',
    errorLicenseNumber: 'Geben Sie die Zulassungsnummer ein.',
    entity: 'Anordnende Praxis oder Einrichtung',
    errorEntity: 'Geben Sie die Praxis oder Einrichtung ein, die den Test anordnet.',
    contactType: 'Art des Kontakts',
    errorContactType: 'Geben Sie die Art des Kontakts ein, zum Beispiel Praxis.',
    street: 'Straße und Hausnummer',
    errorStreet: 'Geben Sie Straße und Hausnummer ein.',
    city: 'Ort',
    errorCity: 'Geben Sie den Ort ein.',
    state: 'Bundesstaat',
    errorState: 'Geben Sie den Bundesstaat ein.',
    zip: 'Postleitzahl',
    errorZip: 'Geben Sie die Postleitzahl ein.',
    phone: 'Telefon',
    errorPhone: 'Geben Sie die Telefonnummer ein.',
    fax: 'Fax',
    orderDate: 'Datum der Anordnung',
    orderDateHint: 'Zum Beispiel: {date}',
    errorOrderDate: 'Geben Sie das Datum der Anordnung ein, zum Beispiel {date}.',
    approvalLegend: 'Wie bestätigen Sie die Anordnung?',
    workflowLegend: 'Wie läuft die Anordnung ab?',
    errorChoice: 'Wählen Sie eine Möglichkeit.',
    electronicSignature: 'Online unterschreiben',
    paperSignature: 'Auf Papier unterschreiben',
    partnerElectronic: 'Auf dieser Website',
    prepare: 'Anordnung vorbereiten',
    preparing: 'Vorbereiten …',

    errorAcknowledge: 'Setzen Sie hier das Häkchen, um die Anordnung zu unterschreiben.',
    typedName: 'Zum Unterschreiben: Ihr Vor- und Nachname',
    errorTypedName: 'Geben Sie Ihren Vor- und Nachnamen ein.',
    sign: 'Anordnung unterschreiben',
    signing: 'Unterschreiben …',
    change: 'Person oder Datum ändern',
    abandon: 'Anordnung verwerfen',
    partMissing: 'Ein Teil dieser Anordnung lässt sich hier nicht anzeigen.',
    notSignable:
      'Ein Teil dieser Anordnung lässt sich hier nicht anzeigen. Deshalb können Sie sie hier nicht unterschreiben. Bitte sagen Sie der Administration dieser Website Bescheid.',
    table: 'Tabelle',

    documentHeading: 'Unterschriebene Anordnung hochladen',
    documentLead: 'Wählen Sie die unterschriebene Anordnung aus: als PDF mit höchstens 20\u00a0MB.',
    refused:
      'Das letzte Dokument wurde nicht angenommen. Prüfen Sie, ob es unterschrieben, vollständig und gut lesbar ist. Laden Sie es dann noch einmal hoch.',
    refusedSignature:
      'Das letzte Dokument wurde nicht angenommen: Die Unterschrift fehlt oder ist nicht lesbar. Bitte laden Sie es noch einmal hoch.',
    refusedDamaged: 'Das letzte Dokument kam nicht vollständig an. Bitte laden Sie es noch einmal hoch.',
    file: 'Unterschriebenes PDF',
    fileHint: 'Wählen Sie eine Datei aus oder ziehen Sie sie hierher.',
    fileUploaded: 'Hochgeladen ({size}). Zum Ersetzen wählen Sie eine andere Datei.',
    kilobytes: '{count} kB',
    errorFile: 'Wählen Sie das unterschriebene PDF aus.',
    errorFileType: 'Wählen Sie eine PDF-Datei.',
    errorFileSize: 'Diese Datei ist größer als 20\u00a0MB. Wählen Sie eine kleinere.',
    physicianName: 'Name der Ärztin oder des Arztes',
    attest: 'Das ist die Anordnung. Die oben genannte Person hat sie unterschrieben.',
    errorAttest: 'Bestätigen Sie, dass das die unterschriebene Anordnung ist.',
    sendDocument: 'Anordnung senden',
    sending: 'Senden …',
  },
};

/** By area and key. */
export default texts;
