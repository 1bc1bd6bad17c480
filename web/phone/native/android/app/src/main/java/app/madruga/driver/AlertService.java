package app.madruga.driver;

import android.annotation.SuppressLint;
import android.app.PendingIntent;
import android.content.Intent;
import androidx.annotation.NonNull;
import androidx.core.app.NotificationChannelCompat;
import androidx.core.app.NotificationCompat;
import androidx.core.app.NotificationManagerCompat;
import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Shows the server's alerts with their buttons: what Firebase shows itself has none. */
public class AlertService extends MessagingService {

    static final String TAG = "alertTag";
    private static final String CHANNEL = "alerts";

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        super.onMessageReceived(message);
        if (message.getData().containsKey("title")) show(message);
    }

    @SuppressLint("MissingPermission")
    private void show(RemoteMessage message) {
        NotificationManagerCompat manager = NotificationManagerCompat.from(this);
        if (!manager.areNotificationsEnabled()) return;
        manager.createNotificationChannel(
            new NotificationChannelCompat.Builder(CHANNEL, NotificationManagerCompat.IMPORTANCE_HIGH)
                .setName(getString(R.string.alerts))
                .build()
        );
        Map<String, String> data = message.getData();
        // A repetition replaces the first one.
        String tag = "0".equals(data.get("id")) ? data.get("kind") : "news-" + data.get("id");
        NotificationCompat.Builder alert = new NotificationCompat.Builder(this, CHANNEL)
            .setSmallIcon(R.drawable.ic_alert)
            .setContentTitle(data.get("title"))
            .setContentText(data.get("text"))
            .setStyle(new NotificationCompat.BigTextStyle().bigText(data.get("text")))
            .setPriority(NotificationCompat.PRIORITY_HIGH)
            .setAutoCancel(true)
            .setContentIntent(open(message, tag, "tap"));
        addButtons(alert, message, tag);
        manager.notify(tag, 0, alert.build());
    }

    private void addButtons(NotificationCompat.Builder alert, RemoteMessage message, String tag) {
        String buttons = message.getData().get("buttons");
        if (buttons == null) return;
        try {
            JSONArray list = new JSONArray(buttons);
            for (int index = 0; index < list.length(); index++) {
                JSONObject button = list.getJSONObject(index);
                alert.addAction(0, button.getString("title"), open(message, tag, button.getString("action")));
            }
        } catch (JSONException malformed) {
            // The alert opens the app, which asks the same.
        }
    }

    /** Opens the app, whose page gets the message and the button as a tap (the plugin's `handleOnNewIntent`). */
    private PendingIntent open(RemoteMessage message, String tag, String action) {
        Intent intent = new Intent(this, MainActivity.class);
        for (Map.Entry<String, String> entry : message.getData().entrySet()) {
            intent.putExtra(entry.getKey(), entry.getValue());
        }
        intent.putExtra("google.message_id", message.getMessageId());
        intent.putExtra("action", action);
        intent.putExtra(TAG, tag);
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
        return PendingIntent.getActivity(this, (tag + action).hashCode(), intent, flags);
    }
}
