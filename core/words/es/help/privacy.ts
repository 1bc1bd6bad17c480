import type { privacy as english } from '../../en/help/privacy.ts'
import type { Translated } from '../../help.ts'

export const privacy = {
  intro: ['Guardamos lo que el servicio necesita, no vendemos nada y no usamos nada para publicidad.'],
  sections: {
    collected: {
      title: 'Qué guardamos',
      text: [
        '- Tú: nombre, correos, teléfono, idioma, zona horaria, app de reparto, términos aceptados, código de invitación, ID de dispositivo.',
        '- Inicio de sesión: huellas de contraseña y códigos, claves públicas de las llaves de acceso, sesiones con navegador y dirección, el primer inicio y los intentos fallidos.',
        '- App de reparto: su correo, usuario o teléfono, contraseña o tokens.',
        '- Trabajo: filtros, búsquedas y consultas del bot, historial, bloques, check-ins, arranque automático, respuestas, sumas del resumen.',
        '- Lugares: tu ubicación guardada, días de ofertas instantáneas; no dónde haces check-in.',
        '- Calendario: tu dirección secreta, cifrada, y su última lectura.',
        '- Avisos: ajustes, direcciones para push, una lista de mensajes. Su contenido va cifrado y se borra al enviarse, en tres días como máximo; el de un código cuando vence.',
        {
          paid: true,
          text: '- Dinero: facturas, cupones, créditos, pagos, tu número en el proveedor de pagos, marca y últimos cuatro dígitos de una tarjeta o cuenta.',
        },
        { paid: true, text: '- Amigos: tu código, los teléfonos que invitaste, quién se registró.' },
        '- Soporte: solicitudes, respuestas, lo que los operadores hicieron con tu cuenta y por qué.',
        'Un historial compartido para los pronósticos tiene las ofertas: no quién las vio, y ninguna hecha solo a ti.',
      ],
    },
    how_long: {
      title: 'Por cuánto tiempo',
      text: [
        '- Historial y ofertas: 90 días, historial compartido: 60, o lo que ponga el operador.',
        '- Preguntas sobre ofertas y lista de mensajes: 30 días. Notificaciones: 180.',
        '- Códigos: un día como mucho. Sesiones: hasta que terminan.',
        '- Lo demás: mientras exista tu cuenta. La bitácora de los operadores queda.',
        {
          paid: true,
          text: '- Quedan sin tu cuenta las facturas y la contabilidad, y huellas con clave de correo, teléfono y tarjetas, para contar una vez cupones e invitaciones.',
        },
      ],
    },
    device: {
      title: 'En tu dispositivo',
      text: [
        'Cuatro cookies: tu sesión, dos contra solicitudes falsas, una que reconoce tu navegador por 400 días. La app guarda idioma, apariencia, borradores y páginas. Sin cookies de terceros ni rastreo.',
      ],
    },
    others: {
      title: 'Quién lo ve',
      text: [
        '- Tu app de reparto: tu inicio de sesión, las consultas del bot, tu ubicación guardada para ofertas cerca, dónde haces check-in.',
        '- Quien tenga la dirección de tu calendario: tus bloques.',
        '- Los operadores: nombre, correo, teléfono, cuenta, bot, solicitudes a soporte, qué mensajes se enviaron; no su contenido, contraseñas ni códigos.',
        '- Servicios, si se usan: servidor de correo, Twilio (SMS, llamadas), Cloudflare, hCaptcha o Google (verificación de seguridad), Have I Been Pwned (cinco dígitos de la huella de una contraseña), Google u otro (mapas).',
        '- Los servicios de push, cifrado; Google o Apple lo pueden leer en las apps de las tiendas.',
        { paid: true, text: '- Stripe: los pagos.' },
        '- Las autoridades: lo que pide una orden válida.',
        'En una demo todos pueden leer todos los mensajes: no escribas direcciones reales.',
      ],
    },
    safety: {
      title: 'Protección',
      text: [
        'La contraseña y los tokens de tu app de reparto se cifran (AES-256-GCM) con llaves fuera de la base de datos, solo inician tu sesión, nunca se muestran, se registran ni se envían a un navegador, y se borran al desconectar en Sincronizar.',
        'Si tus datos llegan a malas manos, te decimos sin demora qué pasó y qué hacer.',
      ],
    },
    rights: {
      title: 'Tus derechos',
      text: [
        'En tu perfil, corrige o descarga tus datos, o bórralos con la cuenta, enseguida. En Avisos, desactiva todo menos códigos y avisos de seguridad. Para lo demás escribe a soporte.',
        'Los conductores son mayores de edad: no guardamos a sabiendas datos de niños. Te avisamos antes de cambios importantes.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
