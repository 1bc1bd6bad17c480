package app.madruga.driver;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
